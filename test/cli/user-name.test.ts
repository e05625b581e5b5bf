import { expect, test } from 'vitest';
import { userName } from '../../src/cli/input/user-name.ts';

const noEntry = () => {
  throw new Error('uv_os_get_passwd returned ENOENT');
};

test('the name of the user who runs a command', () => {
  expect(userName({ USER: 'other' }, () => 'amina')).toBe('amina');
});

test.each([
  [{ USER: 'amina', LOGNAME: 'other' }, 'amina'],
  [{ LOGNAME: 'amina' }, 'amina'],
  [{}, `uid ${process.getuid?.()}`],
])('a uid without a name, in the environment %j, is %s', (env, name) => {
  expect(userName(env, noEntry)).toBe(name);
});
