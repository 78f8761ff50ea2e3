import { describe, expect, it } from 'vitest'
import { subdomainOf } from './subdomain.ts'

describe('[V-06] the workspace a host stands for', () => {
  it.each([
    ['acme.formwork.app', 'acme'],
    ['ACME.formwork.app', 'acme'],
    ['north-west-2.formwork.app', 'north-west-2'],
    ['acme.formwork.co.uk', 'acme'],
    ['acme.formwork.app:8443', 'acme'],
    ['acme.formwork.app.', 'acme'],
  ])('[V-06] %s is the workspace %s', (host, expected) => expect(subdomainOf(host)).toBe(expected))

  it.each([
    'localhost',
    'localhost:3000',
    'acme.localhost',
    '127.0.0.1',
    '192.168.1.20:3000',
    '[::1]:3000',
    'formwork.app',
    'www.formwork.app',
    'ac_me.formwork.app',
    '-acme.formwork.app',
    '',
  ])('[V-06] %s is no workspace', (host) => expect(subdomainOf(host)).toBeNull())

  it('[V-06] knows its own domain when the deployment names it', () => {
    expect(subdomainOf('acme.tools.example.com', 'tools.example.com')).toBe('acme')
    expect(subdomainOf('tools.example.com', 'tools.example.com')).toBeNull()
    expect(subdomainOf('acme.elsewhere.com', 'tools.example.com')).toBeNull()
  })

  it('[V-06] knows where the application itself is, under a domain of workspaces and without one', () => {
    expect(subdomainOf('work.example.com', 'example.com', 'work.example.com')).toBeNull()
    expect(subdomainOf('Work.example.com:8443', null, 'work.example.com:8443')).toBeNull()
    expect(subdomainOf('acme.example.com', 'example.com', 'work.example.com')).toBe('acme')
    expect(subdomainOf('acme.example.com', null, 'work.example.com')).toBe('acme')
  })
})
