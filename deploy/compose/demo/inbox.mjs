// The demo's mail server, pager and dead man's switch: prints what it gets, one line each, and keeps nothing.
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';

const [httpPort = '8025', smtpPort = '2525'] = process.argv.slice(2);

createHttpServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (text) => {
    body += text;
  });
  request.on('end', () => {
    if (request.method === 'POST') say(request.url, describe(body));
    response.end('ok\n');
  });
}).listen(Number(httpPort), listening('http'));

// As much of SMTP as Alertmanager speaks.
createServer((socket) => {
  let message = null;
  let rest = '';
  const answer = (line) => socket.write(`${line}\r\n`);
  socket.setEncoding('utf8').on('error', () => socket.destroy());
  socket.on('data', (text) => {
    const lines = (rest + text).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
  answer('220 inbox');

  function take(line) {
    if (message === null) return command(line);
    if (line !== '.') return void message.push(line);
    say('mail', summary(message));
    message = null;
    answer('250 kept in mind');
  }

  function command(line) {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'DATA') {
      message = [];
      answer('354 go on');
    } else if (verb === 'QUIT') {
      answer('221 bye');
      socket.end();
    } else answer('250 inbox');
  }
}).listen(Number(smtpPort), listening('smtp'));

/** A mail in a line: to whom, about what. */
function summary(message) {
  const header = (name) =>
    message
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  return `to ${header('To')}: ${header('Subject')}`;
}

/** A notification of Alertmanager's in a line. */
function describe(body) {
  try {
    const { status, alerts } = JSON.parse(body);
    const each = alerts.map(({ labels, annotations }) => {
      const wallet = [labels.account, labels.currency, labels.wallet_type].filter(Boolean).join('/');
      return `${labels.alertname} ${wallet} ${annotations.summary ?? ''}`.replace(/ +/g, ' ').trim();
    });
    return `${status}: ${each.join('; ')}`;
  } catch {
    return body.slice(0, 200);
  }
}

function say(from, text) {
  process.stdout.write(`${new Date().toISOString()} ${from} ${text}\n`);
}

function listening(what) {
  return function () {
    process.stdout.write(`${what} on port ${this.address().port}\n`);
  };
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
