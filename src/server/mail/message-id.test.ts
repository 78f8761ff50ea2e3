import { expect, it } from 'vitest'
import { messageIdOf } from './message-id.ts'

it('a mail has the same name at each try, in the domain it comes from, which tells nothing of its key', () => {
  const id = messageIdOf('run_3_email_ada', 'Formwork <office@bau.test>', 'mail.host')
  expect(id).toMatch(/^<[0-9a-f]{32}@bau\.test>$/)
  expect(messageIdOf('run_3_email_ada', 'office@bau.test', 'mail.host')).toBe(id)
  expect(messageIdOf('run_4_email_ada', 'office@bau.test', 'mail.host')).not.toBe(id)
  expect(messageIdOf('run_3_email_ada', 'Office', 'mail.host')).toMatch(/@mail\.host>$/)
})
