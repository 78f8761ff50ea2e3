/** What of a text opens a door: keys, tokens, passwords of services. Names them without repeating them. */
export function findSecrets(text: string): string[] {
  const found: string[] = []
  // Put together here, or this file would find itself.
  if (new RegExp(`-----BEGIN [A-Z ]*${'PRIVATE'} KEY-----\\s+[A-Za-z0-9+/=]{20}`).test(text))
    found.push('a private key')
  for (const [, payload = ''] of text.matchAll(/\beyJ[\w-]{10,}\.(eyJ[\w-]{10,})\.[\w-]{20,}/g)) {
    const claims = Buffer.from(payload, 'base64url').toString()
    found.push(/"role":\s*"service_role"/.test(claims) ? 'a key of the service' : 'a token')
  }
  if (
    /\bsb_secret_[\w-]{20,}|\bgh[pousr]_[A-Za-z0-9]{36}|\bAKIA[0-9A-Z]{16}\b|\bsk_live_\w{20,}|\bxox[abp]-\w{10,}/.test(
      text,
    )
  )
    found.push('a key of a service')
  if (
    /\b(postgres(ql)?|smtps?|rediss?|amqps?|mongodb):\/\/[^\s:/@"'`$]+:[^\s@"'`${<…]{8,}@(?![\w.-]+\.(internal|test|example|com)\b|127\.)[\w-]+\.[\w.-]+/.test(
      text,
    )
  )
    found.push('a password in an address')
  return found
}
