import type { Config } from '../../platform/config';
import { SigningKey } from './signing-key';

/** The signature by which terminals recognise our programs, for slices that add one to the library by themselves. */
export const signProgram = (config: Config, program: Parameters<SigningKey['sign']>[0]): Promise<string> =>
  new SigningKey(config).sign(program);
