import { expect, it } from 'vitest'
import { composeMail, verifyLink } from './compose-mail.ts'

const sixDigits = /\b\d{6}\b/g

it('holds one six-digit number, whatever the link leads to', () => {
  for (const redirect of [
    'https://app.example.com/projects/123456?since=202601#654321',
    'https://app.example.com/a b 1234/56',
    'https://app.example.com/%20123456',
  ]) {
    const link = verifyLink('http://127.0.0.1:30000', 'ab12'.repeat(12), 'signup', redirect)
    expect(composeMail('ada@example.com', 'signup', '042424', link, 'de').text.match(sixDigits)).toEqual([
      '042424',
    ])
    expect(new URL(link).searchParams.get('redirect_to')).toBe(redirect)
  }
})

it('names neither the recipient nor anything typed by whoever asked', () => {
  const mail = composeMail('<b>987654@example.com', 'recovery', '042424', null, null)
  expect(mail.text + mail.html + mail.subject).not.toMatch(/987654|<b>/)
})

it('escapes the link in HTML', () => {
  const mail = composeMail(
    'ada@example.com',
    'signup',
    '042424',
    'https://x.example.com/?a=1&b="><script>',
    null,
  )
  expect(mail.html).toContain('href="https://x.example.com/?a=1&amp;b=&quot;&gt;&lt;script&gt;"')
})

it('speaks the language that was chosen, and English to who chose none of ours', () => {
  const subject = (language: string | null) =>
    composeMail('ada@example.com', 'recovery', '042424', null, language).subject
  expect([subject('de'), subject('fr'), subject(null)]).toEqual([
    'Neues Passwort setzen',
    'Set a new password',
    'Set a new password',
  ])
})
