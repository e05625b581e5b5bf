// Finds who runs a command, for the record.
import { userInfo } from 'node:os';

/** The name of the system's user. In a container its uid often has no name: then `$USER`, `$LOGNAME`, or `uid N`. */
export function userName(env: NodeJS.ProcessEnv, ofSystem = () => userInfo().username): string {
  try {
    return ofSystem();
  } catch {
    return env['USER'] || env['LOGNAME'] || `uid ${process.getuid?.()}`;
  }
}
