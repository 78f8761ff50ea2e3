import { expect } from '@playwright/test'

interface Mail {
  subject: string
  text: string
  html: string
}

/** What was mailed to an address, newest first. */
export async function mailsTo(server: string, to: string): Promise<Mail[]> {
  const answer = await fetch(`${server}/api/dev/mailbox?to=${encodeURIComponent(to)}`)
  return (await answer.json()) as Mail[]
}

/** The six digits of the newest mail to an address. */
export async function codeFor(server: string, to: string): Promise<string> {
  const [mail] = await mailsTo(server, to)
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
  expect(code, `a code in the newest mail to ${to}`).toBeDefined()
  return code ?? ''
}

/** The first link of the newest mail to an address. */
export async function linkFor(server: string, to: string): Promise<string> {
  const [mail] = await mailsTo(server, to)
  const link = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0]
  expect(link, `a link in the newest mail to ${to}`).toBeDefined()
  return link ?? ''
}
