import { expect, it } from 'vitest'
import { redirectTarget } from './redirect-target.ts'

const context = {
  publicUrl: () => 'http://localhost:3000',
  allowedRedirects: () => ['https://app.example.com', 'https://acme.build.example.com:8443', 'not a url'],
}
const fallback = 'http://localhost:3000/auth/callback'

it.each([
  ['https://app.example.com/x?y=1#z', 'https://app.example.com/x?y=1#z'],
  ['http://localhost:3000/auth/reset', 'http://localhost:3000/auth/reset'],
  ['HTTPS://APP.EXAMPLE.COM', 'https://app.example.com/'],
  ['https://acme.build.example.com:8443/', 'https://acme.build.example.com:8443/'],
])('leads to an allowed origin: %s', (wish, expected) => {
  expect(redirectTarget(context, wish)).toBe(expected)
})

it.each([
  undefined,
  '',
  '/auth/reset',
  '//evil.test',
  'https://evil.test',
  'https://app.example.com.evil.test',
  'https://app.example.com@evil.test',
  'https://user:secret@app.example.com',
  'https://app.example.com:444',
  'https://acme.build.example.com',
  'http://app.example.com',
  'javascript:alert(document.domain)//app.example.com',
  'data:text/html,x',
  'blob:https://app.example.com/1',
  'not a url',
  'null',
])('falls back from %s', (wish) => {
  expect(redirectTarget(context, wish)).toBe(fallback)
})
