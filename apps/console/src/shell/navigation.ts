import { type ComponentType, createContext, use } from 'react';
import type { Screen } from '../lib/screen';

/** The panel at the right of any screen: `?panel=myInfo`. */
export const panelNames = ['myInfo', 'password', 'notifications', 'help'] as const;
export type PanelName = (typeof panelNames)[number];

/** The screens and panels of the console. The router passes them to the shell, which knows none by itself. */
export interface Navigation {
  screens: readonly Screen[];
  screenAt: (path: string) => Screen | undefined;
  panels: Record<PanelName, ComponentType>;
}
export const NavigationContext = createContext<Navigation | null>(null);

export function useNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (navigation === null) throw new Error('a part of the shell is rendered outside of it');
  return navigation;
}
