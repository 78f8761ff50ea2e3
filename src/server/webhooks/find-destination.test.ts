import { describe, expect, it, vi } from 'vitest'
import { findDestination, readDestination } from './find-destination.ts'
import { isPublicAddress } from './public-address.ts'

const rules = { production: true, webhooksToInnerAddresses: false }

const innerHosts = [
  ...(['127.0.0.1', '127.0.0.2', '127.1', '0.0.0.0', '[::]', '[::1]', '[::ffff:127.0.0.1]'] as const),
  ...(['[::ffff:7f00:1]', '2130706433', '0177.0.0.1', '0x7f.1', '169.254.169.254', '[fd00::1]'] as const),
  ...(['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '224.0.0.1'] as const),
  ...(['localhost', 'localhost.', 'a.localhost', 'db.internal', 'printer.local', 'intranet'] as const),
  ...(['[fe80::1]', '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[2001:0:1::]', '255.255.255.255'] as const),
]

describe('[SS-01] whom a webhook may tell', () => {
  it('no host inside, however it is written', () => {
    for (const host of innerHosts)
      expect(() => readDestination(`https://${host}/hook`, rules), host).toThrow('private network')
  })

  it('only https, and no password, outside development', () => {
    for (const url of ['http://example.com', 'ftp://example.com', 'file:///etc/passwd', 'example.com', ''])
      expect(() => readDestination(url, rules), url).toThrow()
    expect(() => readDestination('https://u:p@example.com', rules)).toThrow('password')
    expect(readDestination('http://example.com', { ...rules, production: false }).host).toBe('example.com')
    expect(readDestination('https://example.com:8443/a?b', rules).port).toBe('8443')
  })

  it('[SS-04] no other scheme, and no port where something else listens', () => {
    const schemes = [
      'file:///etc/passwd',
      'ftp://example.com',
      'gopher://example.com:70/x',
      'data:text/plain,x',
    ]
    for (const url of [...schemes, 'http+unix://%2Frun%2Fdocker.sock/x', 'ws://example.com', 'javascript:1'])
      for (const production of [true, false])
        expect(() => readDestination(url, { ...rules, production }), url).toThrow()
    for (const port of [22, 25, 53, 110, 2019, 2375, 3306, 5432, 6379, 9200, 11_211, 27_017])
      expect(() => readDestination(`https://example.com:${port}/`, rules), String(port)).toThrow(
        'another service',
      )
    for (const port of [443, 8443, 3000])
      expect(readDestination(`https://example.com:${port}/`, rules).hostname).toBe('example.com')
  })

  it('[SS-07] no line of its own: what stands in an address ends up in its path', () => {
    for (const text of [
      'https://example.com/a\r\nHost: evil.test',
      'https://example.com/a%0d%0aHost:%20evil.test',
    ])
      expect(readDestination(text, rules).href).not.toMatch(/[\r\n]/)
    expect(readDestination('https://example.com/a\r\nHost: evil.test', rules).hostname).toBe('example.com')
  })

  it('no name that leads inside, or leads there too; what was looked at is what is connected', async () => {
    const answers = (...list: string[]) =>
      vi.fn(async () => list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))
    const find = (resolve: ReturnType<typeof answers>) =>
      findDestination('https://hook.example.com', rules, resolve)
    await expect(find(answers('127.0.0.1'))).rejects.toThrow('private network')
    await expect(find(answers('93.184.216.34', '10.0.0.1'))).rejects.toThrow('private network')
    await expect(find(answers('::ffff:10.0.0.1'))).rejects.toThrow('private network')
    await expect(find(answers())).rejects.toThrow('not known')
    const resolve = answers('93.184.216.34')
    expect(await find(resolve)).toMatchObject({
      host: 'hook.example.com',
      address: '93.184.216.34',
      family: 4,
    })
    expect(resolve).toHaveBeenCalledTimes(1)
  })

  it('knows the open internet', () => {
    for (const address of ['93.184.216.34', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111'])
      expect(isPublicAddress(address), address).toBe(true)
    expect(isPublicAddress('no address')).toBe(false)
  })
})
