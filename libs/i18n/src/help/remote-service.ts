import { afterServiceHelp } from './after-service';
import { remoteDiagnosisHelp } from './remote-diagnosis';
import { reprogramHelp } from './reprogram';

export const remoteServiceHelp = { ...remoteDiagnosisHelp, ...afterServiceHelp, ...reprogramHelp };
