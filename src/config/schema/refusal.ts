// Why a value of a setting is refused. Used by the kinds of settings, and by flags that take the same values.

/** What `read` returns for a value for which there is a more exact message than "must be …". */
export class SettingRefusal {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

export const refuse = (message: string): SettingRefusal => new SettingRefusal(message);
