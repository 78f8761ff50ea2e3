import type { Call } from './measure.ts'
import type { World } from './build-world.ts'
import { statuses, words } from './world.ts'

/** The same work asked of both sides; `ours` and `limit` make the next request. */
export interface Operation {
  name: string
  ours(): Call
  limit(): Call
}

export interface Sides {
  product: string
  limit: string
  tokens: Record<'owner' | 'clerk', string>
  world: World
  /** Ids of orders, some thousand. */
  orders: string[]
}

const turn = <T>(values: readonly T[]): (() => T) => {
  let index = 0
  return () => values[index++ % values.length] as T
}

/** Everything that is measured. `deepMark` is a page mark 100,000 rows into the order by due date, with its values. */
export function operations(sides: Sides, deep: { mark: string; due: string; id: string }): Operation[] {
  const { world, tokens } = sides
  const headers = (who: 'owner' | 'clerk') => ({
    Authorization: `Bearer ${tokens[who]}`,
    'X-Tenant-Id': world.tenant,
  })
  const call = (who: 'owner' | 'clerk', method: Call['method'], path: string, body: unknown): Call => ({
    url: sides.product + path,
    method,
    headers: headers(who),
    body,
  })
  const query = (who: 'owner' | 'clerk', question: unknown): Call =>
    call(who, 'POST', '/api/query', { queries: [question] })
  const limit = (name: string, ...values: unknown[]): Call => ({
    url: `${sides.limit}/${name}`,
    method: 'POST',
    headers: {},
    body: { values },
  })
  const equal = (field: string, value: unknown) => ({ field, op: 'eq', value })
  const pair = <T>(values: readonly T[]): [() => T, () => T] => [turn(values), turn(values)]
  const [status, limitStatus] = pair(statuses)
  const [word, limitWord] = pair(
    words.things.flatMap((thing, index) => `${words.adjectives[index % 8]} ${thing}`),
  )
  const [id, limitId] = pair(sides.orders)
  let serial = 0
  const order = () => ({
    code: `N-${serial++}`,
    title: 'Precast beam lobby new',
    status: 'open',
    priority: 3,
    amount: '1234.5',
    quantity: '12.125',
    due: '2026-05-01',
    done: false,
    owner: world.people.owner.userId,
    supplier: world.suppliers[serial % world.suppliers.length],
    site: world.sites[serial % world.sites.length],
    note: 'Delivered to the gate on the north side, call before noon.',
  })
  const many = () => Array.from({ length: 1000 }, order)
  return [
    {
      name: 'first page, filter + sort, row rule + field list',
      ours: () =>
        query('clerk', {
          model: 'order',
          where: equal('status', status()),
          sort: [{ field: 'due', dir: 'desc' }],
        }),
      limit: () => limit('page', world.people.clerk.userId, limitStatus()),
    },
    {
      name: 'first page, filter + sort',
      ours: () =>
        query('owner', { model: 'order', where: equal('status', status()), sort: [{ field: 'amount' }] }),
      limit: () => limit('sorted', limitStatus()),
    },
    {
      name: 'deep page (after 100,000)',
      ours: () => query('owner', { model: 'order', sort: [{ field: 'due' }], page: { after: deep.mark } }),
      limit: () => limit('deep', deep.due, deep.id),
    },
    {
      name: 'count, exact',
      ours: () =>
        query('owner', {
          model: 'order',
          fields: ['id'],
          where: equal('status', status()),
          total: 'exact',
          page: { size: 1 },
        }),
      limit: () => limit('count', limitStatus()),
    },
    {
      name: 'group + aggregate',
      ours: () =>
        query('owner', {
          model: 'order',
          group: ['status'],
          aggregate: [
            { fn: 'sum', field: 'amount', as: 'total' },
            { fn: 'count', as: 'n' },
          ],
        }),
      limit: () => limit('group'),
    },
    {
      // The limit looks in one table; ours in all that the reader may see.
      name: 'search everywhere',
      ours: () => call('owner', 'GET', `/api/search?text=${encodeURIComponent(word())}`, undefined),
      limit: () => limit('search', limitWord()),
    },
    {
      name: 'search everywhere, nothing found',
      ours: () => call('owner', 'GET', `/api/search?text=zzyzx${serial++}`, undefined),
      limit: () => limit('search', `zzyzx${serial++}`),
    },
    {
      name: 'search',
      ours: () => query('owner', { model: 'order', search: word() }),
      limit: () => limit('search', limitWord()),
    },
    {
      name: 'single read',
      ours: () => query('owner', { model: 'order', where: equal('id', id()), page: { size: 1 } }),
      limit: () => limit('read', limitId()),
    },
    {
      name: 'expand two relations',
      ours: () =>
        query('owner', {
          model: 'order',
          where: equal('status', status()),
          sort: [{ field: 'due' }],
          expand: { supplier: {}, site: {} },
        }),
      limit: () => limit('expand', limitStatus()),
    },
    {
      name: 'create',
      ours: () => call('owner', 'POST', '/api/records/order', order()),
      limit: () => limit('create', JSON.stringify(order())),
    },
    {
      name: 'update',
      ours: () =>
        call('owner', 'PATCH', `/api/records/order/${id()}`, {
          amount: `${(serial++ * 7) % 100_000}.25`,
          status: status(),
        }),
      limit: () => limit('update', limitId(), `${(serial++ * 7) % 100_000}.25`, limitStatus()),
    },
    {
      name: 'bulk insert of 1,000 (ten are 10,000)',
      ours: () => call('owner', 'POST', '/api/records/order/bulk', { create: many() }),
      limit: () => limit('bulk', JSON.stringify(many())),
    },
  ]
}
