import { administratorHelp } from './administrator';
import { customerServiceHelp } from './customer-service';
import { ecommerceHelp } from './ecommerce';
import { gptServiceHelp } from './gpt-service';
import type { HelpFile, HelpText } from './help';
import { homeHelp } from './home';
import { maintenanceHelp } from './maintenance';
import { remoteServiceHelp } from './remote-service';
import { statisticsHelp } from './statistics';
import { userHelp } from './user';
import { vehicleHelp } from './vehicle';

/** The help of every screen, by the groups of the menu and in its order. */
export const allHelp = {
  home: homeHelp,
  vehicle: vehicleHelp,
  maintenance: maintenanceHelp,
  user: userHelp,
  statistics: statisticsHelp,
  remoteService: remoteServiceHelp,
  customerService: customerServiceHelp,
  ecommerce: ecommerceHelp,
  gptService: gptServiceHelp,
  administrator: administratorHelp,
} satisfies Record<string, HelpFile>;

export interface HelpTopic {
  /** the value of `?panel=help&topic=`, which opens it on any screen */
  id: string;
  /** the screen that it is about */
  path: string;
  title: HelpText;
  /** everyday names, separated by commas */
  words: HelpText;
}

export const topicId = (path: string, task: number): string => `${path}~${task}`;

/** Each task that the help describes, to be found by its title and by everyday names. */
export const helpTopics = (): HelpTopic[] =>
  Object.values(allHelp)
    .flatMap((file: HelpFile) => Object.entries(file))
    .flatMap(([path, { tasks }]) => tasks.map(({ title, words }, i) => ({ id: topicId(path, i), path, title, words })));
