import { expect, it } from 'vitest'
import { standardModels } from '../standard-models/standard-models.ts'
import { grantChanges, latestGrants, portalGrants, portalNews } from './portal-grants.ts'

const { estimate_questions: _later, ...earlier } = portalGrants
const fields = (model: string) => portalGrants[model]?.fields ?? { read: [], write: [] }

it('lists changes that ended in the list of today, of models that the product ships', () => {
  const shipped = new Set(standardModels.map(({ key }) => key))
  for (const { model, read, write, take } of grantChanges) {
    expect(shipped, model).toContain(model)
    expect(fields(model).read).toEqual(expect.arrayContaining(read))
    expect(fields(model).write).toEqual(expect.arrayContaining(write))
    expect([...fields(model).read, ...fields(model).write].filter((key) => take.includes(key))).toEqual([])
  }
})

it('brings what is missing and takes what went, and nothing of what the workspace has changed itself', () => {
  const old = {
    ...earlier,
    estimate_lines: {
      ...portalGrants['estimate_lines'],
      verbs: ['read' as const],
      // One that the workspace added, one that it took away (text), and one that the product has given up.
      fields: {
        read: [...fields('estimate_lines').read, 'own_note', 'line_total'].filter((key) => key !== 'text'),
        write: [],
      },
    },
  }
  const news = portalNews({ grants: old })
  expect([...news.keys()]).toEqual(['estimate_lines', 'estimate_questions'])
  expect(news.get('estimate_lines')).toMatchObject({ added: [], taken: ['line_total'] })
  const read = news.get('estimate_lines')?.grant.fields?.read
  expect([read?.includes('own_note'), read?.includes('text')]).toEqual([true, false])
  expect(news.get('estimate_questions')?.grant).toEqual(portalGrants['estimate_questions'])
})

it('brings a stricter rule of rows to whoever has the one before, and leaves one of their own', () => {
  const before = { field: 'customer', op: 'eq' as const, value: { '=': 'user.record' } }
  const own = { field: 'number', op: 'eq' as const, value: 'X' }
  const newsWith = (rows: typeof before | typeof own) =>
    portalNews({
      grants: { ...portalGrants, estimates: { ...portalGrants['estimates'], verbs: ['read'], rows } },
      brought: 7,
    })
  expect(newsWith(before).get('estimates')?.grant).toEqual(portalGrants['estimates'])
  expect([...newsWith(own).keys()]).toEqual([])
})

it('has nothing for who is up to date, closed a model again, or never opened the area', () => {
  expect(portalNews({ grants: portalGrants }).size).toBe(0)
  expect(portalNews({ grants: earlier, brought: latestGrants }).size).toBe(0)
  const { acceptances: _closed, ...rest } = portalGrants
  expect([...portalNews({ grants: rest, brought: 1 }).keys()]).toEqual([])
  expect(portalNews({}).size).toBe(0)
  expect(portalNews({ grants: { customers: { verbs: ['read'] } } }).size).toBe(0)
})
