// The reason why a value of a setting is refused. Used by the kinds of settings, and by flags that take the same values.

/** Result of `read` for a value that has a more exact message than "must be …". */
export class SettingRefusal {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

export const refuse = (message: string): SettingRefusal => new SettingRefusal(message);
