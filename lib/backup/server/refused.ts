import 'server-only';

/** Words of `admin.notDone`: why a backup, a restore or a move was not begun or not finished. */
export type Reason =
  | 'address'
  | 'already'
  | 'busy'
  | 'damaged'
  | 'exists'
  | 'file'
  | 'newer'
  | 'notBackup'
  | 'notEmpty'
  | 'running'
  | 'secret'
  | 'unreachable'
  | 'write';

/** Nothing was written: a reason that the terminal says in its own words. */
export class Refused extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(reason);
    this.name = 'Refused';
    this.reason = reason;
  }
}
