import { expect, it } from 'vitest'
import { isRefusedForGood, isServerAway } from './refused-mail.ts'

it('a mail is refused for good by what the server has against it or its recipient, and by nothing else', () => {
  const errors = [
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 },
    { code: 'EMESSAGE', command: 'DATA', responseCode: 554 },
    { command: 'RCPT TO', responseCode: 554, response: '554 5.7.1 <a@b>: Relay access denied' },
    { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 451 },
    { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553 },
    { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 },
    { code: 'ECONNECTION', command: 'CONN' },
  ].map((fields) => Object.assign(new Error('no'), fields))
  expect(errors.map(isRefusedForGood)).toEqual([true, true, false, false, false, false, false])
  expect(errors.map(isServerAway)).toEqual([false, false, false, false, false, true, true])
  expect(isRefusedForGood('no')).toBe(false)
})
