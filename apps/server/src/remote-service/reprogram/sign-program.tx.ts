import type { Config } from '../../platform/config';
import { SigningKey } from './signing-key';

/** The signature by which terminals know a program as ours, for whoever brings one into the library beside its door. */
export const signProgram = (config: Config, program: Parameters<SigningKey['sign']>[0]): Promise<string> =>
  new SigningKey(config).sign(program);
