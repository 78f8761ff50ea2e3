import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Query, Row } from '#contracts/query.ts'
import de from '#web/locales/de.json' with { type: 'json' }
import { addPerson, api, type Api, type Person, type TestTenant } from '../support/people.ts'
import { startPlace } from '../support/start-place.ts'
import type { TestServer } from '../support/start-test-server.ts'

let server: TestServer
let ann: Person
let tenant: TestTenant
let owner: Api
let member: Api

beforeAll(async () => {
  ;({ server, ann, tenant, owner } = await startPlace('Anker Bau'))
  member = api(await addPerson(ann, tenant, 'member'), tenant.id)
  const installed = await owner.post('/api/standard-models', {
    keys: ['catalogue_items', 'estimate_lines'],
  })
  expect(installed.status, JSON.stringify(installed.body)).toBeLessThan(300)
  for (const [key, label] of [
    ['own_a', 'Äpfel'],
    ['own_b', 'azimut'],
    ['own_c', 'Zollstöcke'],
  ])
    expect((await owner.post('/api/models', { key, label })).status).toBe(201)
})
afterAll(() => server.stop())

type Language = 'de' | 'en'
const asks = async (who: Api, language: Language, query: Query) => {
  const headers = { 'Accept-Language': language === 'de' ? 'de-DE,de;q=0.9,en;q=0.8' : 'en' }
  const { status, body } = await who.post('/api/query', { queries: [query] }, { headers })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.results[0]
}
const keys = async (who: Api, language: Language, query: Query, field = 'key'): Promise<unknown[]> =>
  (await asks(who, language, query)).rows.map((row: Row) => row[field])

const titles: Query = {
  model: 'sys_layout',
  fields: ['title'],
  page: { size: 500 },
  sort: [{ field: 'title', dir: 'asc' }],
}

const german = (text: string): string => (de as Record<string, string>)[text] ?? text
const inOrder = (words: readonly string[]): string[] => words.toSorted((a, b) => a.localeCompare(b, 'de'))

/** What a German reader sees, as the browser learns which names it translates. */
async function wordsOf(query: Query, field: string): Promise<(kept: unknown) => string> {
  const { body } = await owner.get(`/api/models/${query.model}/description`)
  const { options } = body.fields.find(({ key }: { key: string }) => key === field)
  const ours = new Set(options.map(({ value }: { value: string }) => value))
  return (kept) => (ours.has(kept) ? german(String(kept)) : String(kept))
}

const read = async (query: Query, field: string): Promise<string[]> =>
  (await keys(owner, 'de', query, field)).map(await wordsOf(query, field))

async function pageByPage(language: Language, query: Query, field: string, size: number): Promise<unknown[]> {
  const found: unknown[] = []
  let after: string | null = null
  do {
    const page = await asks(owner, language, { ...query, page: { size, ...(after !== null && { after }) } })
    found.push(...page.rows.map((row: Row) => row[field]))
    after = page.page.after
  } while (after !== null)
  return found
}

describe('lists of definitions', () => {
  it('are in the order of the names that are read: ä beside a, small letters beside capitals', async () => {
    const query: Query = {
      model: 'sys_model',
      fields: ['key', 'label'],
      sort: [{ field: 'label', dir: 'asc' }],
    }
    const english = (await asks(owner, 'en', query)).rows.map(({ label }: Row) => String(label))
    expect(english).toEqual(inOrder(english))
    expect(await read(query, 'label')).toEqual(inOrder(await read(query, 'label')))
    expect(await read(query, 'label')).toEqual(expect.arrayContaining(['Wechselkurse', 'Äpfel']))
    const [first, second, third] = await keys(owner, 'de', query)
    expect([first, second, third]).toEqual(['estimate_quotes', 'own_a', 'own_b'])
    expect((await keys(owner, 'de', { ...query, sort: [{ field: 'label', dir: 'desc' }] })).at(-1)).toBe(
      first,
    )
    expect(await keys(member, 'de', query)).toEqual(await keys(owner, 'de', query))
  })

  it('also screens, addresses, roles, and what they are said to lead to', async () => {
    for (const [model, field] of [
      ['sys_layout', 'title'],
      ['sys_route', 'title'],
      ['sys_role', 'label'],
    ] as const) {
      const query: Query = { model, fields: [field], sort: [{ field, dir: 'asc' }], page: { size: 500 } }
      expect(await read(query, field)).toEqual(inOrder(await read(query, field)))
    }
    const byScreen: Query = {
      model: 'sys_route',
      fields: ['layout'],
      sort: [{ field: 'layout', dir: 'asc' }],
    }
    const titleOf = new Map<string, string>(
      (await asks(owner, 'en', { ...titles, fields: ['key', 'title'] })).rows.map(({ key, title }: Row) => [
        key,
        title,
      ]),
    )
    for (const [language, say] of [
      ['en', String],
      ['de', german],
    ] as const) {
      const screens = (await keys(owner, language, byScreen, 'layout')).map((key) =>
        say(titleOf.get(String(key)) ?? ''),
      )
      expect(screens).toEqual(inOrder(screens))
    }
  })

  it('are found by the name that is read and by the one that is kept, in any case of letters', async () => {
    const search = (text: string, language: Language = 'de') =>
      keys(owner, language, { model: 'sys_model', fields: ['key'], search: text })
    expect(await search('wechselkurs')).toContain('exchange_rates')
    expect(await search('Exchange rates')).toContain('exchange_rates')
    expect(await search('Wechselkurs', 'en')).toEqual([])
    expect(await search('ÄPFEL')).toEqual(['own_a'])
    const where = (op: 'contains' | 'starts' | 'eq' | 'ne' | 'in', value: string | string[]) =>
      keys(owner, 'de', { model: 'sys_model', fields: ['key'], where: { field: 'label', op, value } })
    expect(await where('contains', 'echselku')).toEqual(['exchange_rates'])
    expect(await where('contains', 'xchange ra')).toEqual(['exchange_rates'])
    expect(await where('starts', 'wechsel')).toEqual(['exchange_rates'])
    expect(await where('eq', 'Wechselkurse')).toEqual(['exchange_rates'])
    expect(await where('eq', 'Exchange rates')).toEqual(['exchange_rates'])
    expect((await where('in', ['Wechselkurse', 'Positionen'])).toSorted()).toEqual([
      'estimate_lines',
      'exchange_rates',
    ])
    expect(await where('ne', 'Wechselkurse')).not.toContain('exchange_rates')
  })

  it('are paged in that order without a gap, and a page mark is of one language', async () => {
    expect(await pageByPage('de', titles, 'id', 7)).toEqual(await keys(owner, 'de', titles, 'id'))
    const { page } = await asks(owner, 'de', { ...titles, page: { size: 7 } })
    const other = await asks(owner, 'en', { ...titles, page: { size: 7, after: page.after } })
    expect(other).toMatchObject({ error: { code: 'bad_request' } })
    const same: Query = { model: 'sys_layout', fields: ['key'], sort: [{ field: 'key', dir: 'asc' }] }
    const unnamed = await asks(owner, 'de', { ...same, page: { size: 7 } })
    const next = await asks(owner, 'en', { ...same, page: { size: 7, after: unnamed.page.after } })
    expect(next.rows).toHaveLength(7)
  })

  it('are grouped in that order by what is kept: what looks alike stays apart, and each group is found by it', async () => {
    const made = await owner.post('/api/routes', {
      path: '/kk',
      layout: 'catalogues',
      title: 'Kataloge',
      nav: false,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const query: Query = {
      model: 'sys_route',
      group: ['title'],
      aggregate: [{ fn: 'count', as: 'count' }],
      sort: [{ field: 'title', dir: 'asc' }],
      page: { size: 500 },
    }
    expect(await read(query, 'title')).toEqual(inOrder(await read(query, 'title')))
    const words = await wordsOf(query, 'title')
    const { rows } = await asks(owner, 'de', query)
    const alike = rows.filter(({ title }: Row) => words(title) === 'Kataloge')
    expect(alike.map(({ title }: Row) => title)).toEqual(['Catalogues', 'Kataloge'])
    for (const { title, count } of alike) {
      const where = { field: 'title', op: 'eq', value: title } as const
      const found = await keys(owner, 'de', { model: 'sys_route', fields: ['title'], where }, 'title')
      expect(found).toEqual(Array.from({ length: Number(count) }, () => title))
    }
    expect((await owner.delete(`/api/routes/${made.body.id}`)).status).toBe(204)
  })

  it('are grouped by what leads to one of two screens of one name, page by page', async () => {
    for (const key of ['twin_a', 'twin_b']) {
      const layout = await owner.post('/api/records/sys_layout', { key, title: 'Zwilling' })
      expect(layout.status, JSON.stringify(layout.body)).toBe(201)
      expect((await owner.post('/api/routes', { path: `/${key}`, layout: key, title: key })).status).toBe(201)
    }
    const query: Query = { model: 'sys_route', group: ['layout'], sort: [{ field: 'layout', dir: 'desc' }] }
    const whole = await keys(owner, 'de', { ...query, page: { size: 500 } }, 'layout')
    expect(whole).toEqual(expect.arrayContaining(['catalogues', 'twin_a', 'twin_b']))
    expect(await pageByPage('de', query, 'layout', 1)).toEqual(whole)
    const byOrigin: Query = { ...query, group: ['layout', 'origin'], sort: [{ field: 'origin', dir: 'asc' }] }
    expect(new Set(await pageByPage('de', byOrigin, 'layout', 20))).toEqual(new Set(whole))
    const listed: Query = {
      model: 'sys_route',
      fields: ['id'],
      sort: [...(byOrigin.sort ?? []), { field: 'layout', dir: 'asc' }],
    }
    const routes = await keys(owner, 'de', { ...listed, page: { size: 500 } }, 'id')
    expect(await pageByPage('de', listed, 'id', 20)).toEqual(routes)
  })

  it('do not tell what a model is called that the reader may not see', async () => {
    const role = { key: 'buyer', label: 'Buyer', grants: { exchange_rates: { verbs: ['read'] } } }
    expect((await owner.post('/api/roles', role)).status).toBe(201)
    const buyer = api(await addPerson(ann, tenant, 'buyer'), tenant.id)
    const look = async () => [
      await keys(buyer, 'de', { model: 'sys_model', fields: ['key'], search: 'Wechselkurse' }),
      (await buyer.get('/api/models/sys_model/description')).body,
    ]
    const before = await look()
    expect(before[0]).toEqual(['exchange_rates'])
    const hidden = await owner.post('/api/models', { key: 'own_hidden', label: 'Exchange rates' })
    expect(hidden.status).toBe(201)
    expect(await look()).toEqual(before)
    expect((await owner.delete(`/api/models/${hidden.body.id}`)).status).toBe(204)
  })

  it('leave the order of records alone, whatever is asked beside them', async () => {
    for (let count = 0; count < 2; count++)
      expect((await owner.post('/api/records/own_a', {})).status).toBe(201)
    const query: Query = { model: 'own_a', fields: ['id'], sort: [{ field: 'created_by.role', dir: 'asc' }] }
    const first = await asks(owner, 'de', { ...query, page: { size: 1 } })
    const queries = [titles, { ...query, page: { size: 1, after: first.page.after } }]
    const headers = { 'Accept-Language': 'de' }
    const { results } = (await owner.post('/api/query', { queries }, { headers })).body
    expect(results[1].rows).toHaveLength(1)
    expect(results[1].rows).not.toEqual(first.rows)
  })

  it('show a name of the workspace as it is written, also where the product calls something so', async () => {
    const made = await owner.post('/api/routes', {
      path: '/zz',
      layout: 'catalogues',
      title: 'Catalogues',
      nav: false,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const called = (value: string) =>
      keys(
        owner,
        'de',
        { model: 'sys_route', fields: ['path'], where: { field: 'title', op: 'contains', value } },
        'path',
      )
    expect(await called('Kataloge')).toEqual([])
    expect(await called('Catalogues')).toEqual(expect.arrayContaining(['/zz', '/catalogues']))
    expect((await owner.delete(`/api/routes/${made.body.id}`)).status).toBe(204)
  })

  it('answer a list by its address alike, and in English who says no language', async () => {
    const german = await owner.get('/api/records/sys_model?sort=label&fields=key&size=3', {
      headers: { 'Accept-Language': 'de' },
    })
    expect(german.body.rows.map(({ key }: Row) => key)).toEqual(['estimate_quotes', 'own_a', 'own_b'])
    const { body } = await owner.get('/api/records/sys_model?search=Wechselkurse')
    expect(body.rows).toEqual([])
  })

  it('leave as files in the words of whoever asked, at once and made in the background', async () => {
    const query = JSON.stringify({ fields: ['label', 'key'], sort: [{ field: 'label', dir: 'asc' }] })
    const path = `/api/records/sys_model/export?format=csv&query=${encodeURIComponent(query)}`
    const read = (text: string): string[] => text.trim().split('\r\n')
    const later = async (language: string): Promise<string[]> => {
      const headers = { 'Accept-Language': language }
      const asked = { model: 'sys_model', format: 'csv', query, name: 'Modelle/Liste 2026-11-28' }
      const begun = await owner.post('/api/exports', asked, { headers })
      expect(begun.status, JSON.stringify(begun.body)).toBe(202)
      const state = async () => (await owner.get(`/api/exports/${begun.body.id}`)).body
      await expect.poll(async () => (await state()).status, { timeout: 20_000 }).toBe('done')
      expect((await state()).name).toBe('Modelle-Liste 2026-11-28.csv')
      return read((await owner.get(`/api/exports/${begun.body.id}/file`)).body)
    }
    const german = read((await owner.get(path, { headers: { 'Accept-Language': 'de' } })).body)
    expect(german).toContain('Wechselkurse,exchange_rates')
    expect(german.indexOf('Äpfel,own_a')).toBeLessThan(german.indexOf('azimut,own_b'))
    expect(german.slice(1)).toEqual(german.slice(1).toSorted((a, b) => a.localeCompare(b, 'de')))
    expect(await later('de-AT')).toEqual(german)
    const english = read((await owner.get(path, { headers: { 'Accept-Language': 'en' } })).body)
    expect(english).toContain('Exchange rates,exchange_rates')
    expect(await later('en')).toEqual(english)
    expect(english).toHaveLength(german.length)
  })
})
