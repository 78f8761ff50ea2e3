import { expect, it } from 'vitest'
import { RefusedText } from './send-text.ts'
import { isRefusedForGood } from './refused-mail.ts'
import { whyNotSent } from './why-not-sent.ts'

it('what a server said of a mail is told, and nothing of how it is reached', () => {
  const errors = [
    { code: 'ECONNECTION', message: 'connect ECONNREFUSED 10.0.0.7:25' },
    { code: 'EAUTH', responseCode: 535, response: '535 5.7.8 office:secret', message: 'no' },
    { code: 'EENVELOPE', responseCode: 550, response: '550 5.1.1 No\r\n such user', message: 'no' },
    { message: 'ENOENT /srv/mail' },
  ].map(({ message, ...fields }) => Object.assign(new Error(message), fields))
  expect(errors.map((error) => whyNotSent(error, 'email').message)).toEqual([
    'The mail server could not be reached.',
    'The mail server could not be reached.',
    'The mail server refused it: 550 5.1.1 No such user',
    'The mail server did not take it.',
  ])
  expect(whyNotSent(new Error('10.0.0.7'), 'sms').message).toBe(
    'The gateway for text messages could not be reached.',
  )
  const refused = new RefusedText('unavailable', 'The text message was not taken: the gateway answered 400.')
  expect([whyNotSent(refused, 'sms').message, isRefusedForGood(refused)]).toEqual([refused.message, true])
})
