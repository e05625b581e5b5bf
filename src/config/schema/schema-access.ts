// The settings for authentication and TLS, of an Alertmanager and of OTLP. Used by schema-receivers.ts and schema-otlp.ts.
import { secretText } from './secret-settings.ts';
import { filePath, optional, section, text } from './settings.ts';

export const accessSettings = {
  basic_auth: optional(
    section({
      username: text().describe('User name.'),
      password: optional(secretText()).describe('Password.'),
      password_file: optional(filePath()).describe('A file that holds it, instead of password.'),
    }),
  ).describe('User name and password, when it asks for them.'),
  bearer_token: optional(secretText()).describe('A token, when it asks for one.'),
  bearer_token_file: optional(filePath()).describe('A file that holds it, instead of bearer_token.'),
  tls: optional(
    section({
      ca_file: optional(filePath()).describe("Certificates to trust instead of the system's, PEM."),
      cert_file: optional(filePath()).describe('Our own certificate, PEM, when it asks for one.'),
      key_file: optional(filePath()).describe('The key of cert_file, PEM.'),
      server_name: optional(text('a host name')).describe(
        "The name its certificate bears, if not the address's.",
      ),
    }),
  ).describe('How to speak TLS with it.'),
};
