import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { githubAccount } from './github-account.ts'
import type { ProviderSettings } from './providers.ts'

const heard: string[] = []
let status = 302
const server = createServer((request, response) => {
  heard.push(request.url ?? '')
  response.writeHead(status, { Location: '/elsewhere', 'Content-Type': 'application/json' })
  response.end('{"id":1}')
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

it('[SS-02] a token goes nowhere but to the address that was set', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = { id: 'github', github: { site: url, api: url } } as ProviderSettings
  for (status of [301, 302, 303, 307, 308]) await expect(githubAccount(provider, 'secret')).rejects.toThrow()
  expect(heard.length).toBeGreaterThan(4)
  expect(heard.filter((path) => path === '/elsewhere')).toEqual([])
})
