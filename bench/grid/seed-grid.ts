import { callAs, newPerson, newWorkspace, type Person, type Workspace } from '../../e2e/support/people.ts'

export interface SeededGrid {
  owner: Person
  tenant: Workspace
  /** Address of the list. */
  path: string
}

const trades = ['Concrete', 'Steel', 'Timber', 'Masonry', 'Roofing', 'Electrical', 'Plumbing', 'Painting']
const cities = ['Leipzig', 'Graz', 'Winterthur', 'Bremen', 'Linz', 'Basel', 'Kassel', 'Ulm']
const units = ['m', 'm²', 'm³', 'pcs', 't', 'h']
const fields = [
  { key: 'number', label: 'Number', type: 'text' },
  { key: 'title', label: 'Title', type: 'text', required: true },
  { key: 'trade', label: 'Trade', type: 'select', options: trades },
  { key: 'unit', label: 'Unit', type: 'select', options: units },
  { key: 'quantity', label: 'Quantity', type: 'decimal', scale: 3 },
  { key: 'price', label: 'Price', type: 'money', currency: 'EUR' },
  { key: 'share', label: 'Share', type: 'percent' },
  { key: 'city', label: 'City', type: 'text' },
  { key: 'ordered_on', label: 'Ordered on', type: 'date' },
  { key: 'approved', label: 'Approved', type: 'boolean' },
  { key: 'contact', label: 'Contact', type: 'email' },
  { key: 'rank', label: 'Rank', type: 'integer' },
  { key: 'notes', label: 'Notes', type: 'text' },
  { key: 'drawing', label: 'Drawing', type: 'text' },
]

const row = (at: number) => ({
  number: `P-${String(at).padStart(7, '0')}`,
  title: `${trades[at % trades.length]} works, section ${at % 977}, position ${at}`,
  trade: trades[(at * 7) % trades.length],
  unit: units[at % units.length],
  quantity: `${(at * 37) % 5000}.${at % 10}`,
  price: `${(at * 13) % 900}.${String(at % 100).padStart(2, '0')}`,
  share: String(at % 100),
  city: cities[(at * 3) % cities.length],
  ordered_on: `2026-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`,
  approved: at % 3 === 0,
  contact: `site${at % 500}@nordbau.test`,
  rank: at % 1000,
  notes: at % 4 === 0 ? 'Check against the drawing before ordering' : null,
  drawing: `A-${at % 300}`,
})

/** Makes a workspace with one model of 14 fields and `count` records of it. */
export async function seedGrid(server: string, count: number): Promise<SeededGrid> {
  const owner = await newPerson(server, 'Berta Bench')
  const tenant = await newWorkspace(owner, 'Bench Bau')
  await callAs(
    owner,
    'POST /api/models',
    {
      key: 'positions',
      label: 'Positions',
      construct_type: 'item',
      schema: { version: 1, fields, title_field: 'title' },
    },
    tenant,
  )
  for (let from = 0; from < count; from += 1000) {
    const create = Array.from({ length: Math.min(1000, count - from) }, (_, at) => row(from + at))
    await callAs(owner, 'POST /api/records/positions/bulk', { create }, tenant)
  }
  return { owner, tenant, path: '/objects?model=positions' }
}
