import { describe, expect, it } from 'vitest'
import { redirectTarget } from './redirect-target.ts'

const context = {
  publicUrl: () => 'http://localhost:3000',
  allowedRedirects: () => ['https://app.example.com', 'https://acme.build.example.com:8443', 'not a url'],
  isWorkspaceHost: async () => false,
}
const fallback = 'http://localhost:3000/auth/callback'

it.each([
  ['https://app.example.com/x?y=1#z', 'https://app.example.com/x?y=1#z'],
  ['http://localhost:3000/auth/reset', 'http://localhost:3000/auth/reset'],
  ['HTTPS://APP.EXAMPLE.COM', 'https://app.example.com/'],
  ['https://acme.build.example.com:8443/', 'https://acme.build.example.com:8443/'],
])('leads to an allowed origin: %s', async (wish, expected) => {
  expect(await redirectTarget(context, wish)).toBe(expected)
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
])('falls back from %s', async (wish) => {
  expect(await redirectTarget(context, wish)).toBe(fallback)
})

describe('[AU-14] the addresses of workspaces', () => {
  const here = {
    publicUrl: () => 'https://app.example.com',
    allowedRedirects: () => [],
    isWorkspaceHost: async (host: string) => host === 'acme.work.example.com',
  }
  const home = 'https://app.example.com/auth/callback'

  it.each([
    ['https://acme.work.example.com/auth/callback', 'https://acme.work.example.com/auth/callback'],
    ['HTTPS://ACME.work.example.com', 'https://acme.work.example.com/'],
    ['https://acme.work.example.com:443/x', 'https://acme.work.example.com/x'],
  ])('are ours: %s', async (wish, expected) => {
    expect(await redirectTarget(here, wish)).toBe(expected)
  })

  it.each([
    'http://acme.work.example.com',
    'https://acme.work.example.com:8443',
    'https://work.example.com',
    'https://blog.work.example.com',
    'https://given-up.work.example.com',
    'https://evil.acme.work.example.com',
    'https://acme.work.example.com.evil.test',
    'https://evil.test/.work.example.com',
    'https://acme_work.example.com',
    'https://-acme.work.example.com',
    'https://acme.work.example.com@evil.test',
    'https://acmework.example.com',
    'https://acme.work.example.com.',
  ])('and nothing that looks like one: %s', async (wish) => {
    expect(await redirectTarget(here, wish)).toBe(home)
  })
})
