import { navigation } from './routes';
import { NavigationContext } from './shell/navigation';
import { Shell } from './shell/shell';

/** The shell with the screens and panels that it shows. */
export const ConsoleShell = () => (
  <NavigationContext value={navigation}>
    <Shell />
  </NavigationContext>
);
