import { afterAll, beforeAll, expect, it } from 'vitest'
import { placePerson } from '../support/install-definitions.ts'
import type { Api, Person, TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

let server: TestServer
let person: Person
let tenant: TestTenant
let owner: Api
let member: Person & { api: Api }

beforeAll(async () => {
  ;({ server, ann: person, tenant, owner } = await startPlace('Brand'))
  member = await placePerson(server, tenant.id, 'member')
})
afterAll(() => server.stop())

const sendLogo = (bytes: Uint8Array<ArrayBuffer>, who: Person = person): Promise<Response> =>
  fetch(`${server.url}/api/tenants/${tenant.id}/logo`, {
    method: 'PUT',
    headers: {
      Authorization: `Bearer ${who.token}`,
      'X-Tenant-Id': tenant.id,
      'Content-Type': 'application/octet-stream',
    },
    body: bytes,
  })
const listed = async () => (await owner.get('/api/tenants')).body.rows[0]

it('a workspace has a colour, which whoever manages it chooses', async () => {
  expect(await listed()).toMatchObject({ accent: null, logo: null })
  const path = `/api/tenants/${tenant.id}`
  expect((await owner.put(path, { accent: '#AA3311' })).body.accent).toBe('#aa3311')
  expect((await owner.put(path, { accent: 'red' })).body.error.details[0].path).toBe('accent')
  expect((await member.api.put(path, { accent: '#000000' })).status).toBe(403)
  expect(await listed()).toMatchObject({ accent: '#aa3311', name: 'Brand' })
  expect((await owner.put(path, { accent: null })).body.accent).toBeNull()
})

it('a logo is a picture by its bytes, has a new address each time, and is shown to whoever knows that', async () => {
  expect((await sendLogo(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status).toBe(415)
  expect((await sendLogo(Buffer.alloc(301 * 1024))).status).toBe(413)
  expect((await sendLogo(picture, member)).status).toBe(403)
  expect((await sendLogo(picture)).status).toBe(200)
  const first = (await listed()).logo
  const shown = await fetch(server.url + first)
  expect([shown.status, shown.headers.get('Content-Type')]).toEqual([200, 'image/png'])
  expect(shown.headers.get('Cache-Control')).toContain('immutable')
  await sendLogo(picture)
  const second = (await listed()).logo
  expect(second).not.toBe(first)
  expect((await fetch(server.url + first)).status).toBe(404)
  expect((await owner.delete(`/api/tenants/${tenant.id}/logo`)).status).toBe(204)
  expect((await listed()).logo).toBeNull()
  expect((await fetch(server.url + second)).status).toBe(404)
})

it('[XS-05] a logo is never a drawing that could do something: no SVG, by whatever name it comes', async () => {
  const svg = (inside: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${inside}</svg>`
  const before = (await listed()).logo
  for (const text of [
    svg('<script>alert(1)</script>'),
    svg('<rect onload="alert(1)"/>'),
    svg('<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="//evil.test"/></foreignObject>'),
    svg('<image xlink:href="http://169.254.169.254/"/>'),
    svg('<style>@import url(//evil.test/x.css)</style>'),
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('&x;')}`,
    `\ufeff\n${svg('')}`,
    'GIF89a<svg/>',
  ])
    expect((await sendLogo(Buffer.from(text))).status, text).toBe(415)
  // A picture that says on as a drawing is its first bytes: served as what they are, and never as a page.
  expect((await sendLogo(Buffer.concat([picture, Buffer.from(svg('<script/>'))]))).status).toBe(200)
  const { logo } = await listed()
  expect(logo).not.toBe(before)
  const shown = await fetch(server.url + logo)
  expect(shown.status).toBe(200)
  expect(shown.headers.get('content-type')).toBe('image/png')
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await shown.text()).not.toContain('<script')
  await owner.delete(`/api/tenants/${tenant.id}/logo`)
})

it('[XS-10] a colour is a colour: nothing else gets into a style', async () => {
  const bad = [
    'red;background:url(//evil.test)',
    'url(//evil.test)',
    '#fff;x:y',
    '#12345g',
    'expression(1)',
    'var(--x)',
    '#aa3311 ',
    'rgb(0,0,0)',
    '\\72 ed',
  ]
  for (const accent of bad)
    expect((await owner.put(`/api/tenants/${tenant.id}`, { accent })).status, accent).toBe(422)
  for (const color of bad.slice(0, 3).map((text) => text.slice(0, 20))) {
    const field = {
      key: 'state',
      label: 'State',
      type: 'select',
      options: [{ value: 'a', label: 'A', color }],
    }
    const made = await owner.post('/api/models', {
      key: 'painted',
      label: 'Painted',
      schema: { fields: [field] },
    })
    expect([made.status, made.body.error?.details[0].path], color).toEqual([
      422,
      'schema.fields.0.options.0.color',
    ])
  }
  expect(JSON.stringify(await server.sql('select * from app.brands'))).not.toContain('evil')
})

it('mails of the workspace carry both', async () => {
  await owner.put(`/api/tenants/${tenant.id}`, { accent: '#aa3311' })
  await sendLogo(picture)
  await owner.post('/api/invites', { email: 'brand@example.test', role: 'member' })
  const [mail] = await (await fetch(`${server.url}/api/dev/mailbox?to=brand@example.test`)).json()
  expect(mail.html).toContain(`src="${server.url}${(await listed()).logo}"`)
  expect(mail.html).toContain('background:#aa3311')
})
