import { describe, expect, it } from 'vitest'
import { mailOf } from './compose-mail.ts'

describe('mailOf', () => {
  it('keeps other people’s words to one line, as they are read: nothing unseen turns them around', () => {
    const name = 'Ann\r\nBcc: x@example.test\u202E\u2066 <b>\u200Bgro.live\0'
    const { subject, text, html } = mailOf('b@example.test', `${name} invites you`, [name])
    expect(subject).toBe('Ann Bcc: x@example.test <b>gro.live invites you')
    expect(text).toBe('Ann Bcc: x@example.test <b>gro.live')
    expect(html).toBe('<p>Ann Bcc: x@example.test &lt;b&gt;gro.live</p>')
  })

  it('leaves words of any script as they are', () => {
    const name = 'Jürgen عمر 山田 👩‍👧 नमस्ते'
    expect(mailOf('b@example.test', name, []).subject).toBe(name)
  })
})
