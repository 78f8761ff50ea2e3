import type { BrowserContext } from '@playwright/test'
import { callAs, enterAs, newPerson, newWorkspace, type Person, type Workspace } from './people.ts'
import { server } from './test.ts'

export interface EstimatingPlace {
  owner: Person
  workspace: Workspace
  /** Makes a record and answers its id. */
  make(model: string, values: Record<string, unknown>): Promise<string>
  /** Runs a command and answers its result. */
  run(command: string, input: Record<string, unknown>): Promise<Record<string, string>>
  read(model: string, id: string): Promise<Record<string, unknown>>
}

/** A workspace with the models of estimates, its owner signed in. */
export async function makeEstimatingPlace(context: BrowserContext): Promise<EstimatingPlace> {
  const owner = await newPerson(server())
  const workspace = await newWorkspace(owner)
  await callAs(
    owner,
    'POST /api/standard-models',
    {
      keys: [
        'estimates',
        'estimate_lines',
        'estimate_resources',
        'estimate_markups',
        'estimate_variables',
        'line_classifications',
        'catalogue_prices',
        'recipe_components',
      ],
    },
    workspace,
  )
  await enterAs(context, owner)
  return {
    owner,
    workspace,
    make: async (model, values) =>
      (await callAs<{ id: string }>(owner, `POST /api/records/${model}`, values, workspace)).id,
    run: async (command, input) =>
      (
        await callAs<{ result: Record<string, string> }>(
          owner,
          `POST /api/commands/${command}`,
          input,
          workspace,
        )
      ).result,
    read: (model, id) => callAs(owner, `GET /api/records/${model}/${id}`, undefined, workspace),
  }
}

/** A small estimate with sections, lines of every kind, resources and markups. */
export async function makeHouse(place: EstimatingPlace): Promise<{ estimate: string; version: string }> {
  const { estimate = '', version = '' } = await place.run('estimate.create', { name: 'House on the lake' })
  for (const [title, lines] of sections) {
    const { line: section } = await place.run('estimate.insert-line', { version, kind: 'section', title })
    for (const { resources = [], title: name, ...values } of lines) {
      const { line } = await place.run('estimate.insert-line', {
        version,
        inside: section,
        title: name,
        values,
      })
      for (const resource of resources) await place.make('estimate_resources', { version, line, ...resource })
    }
  }
  await place.make('estimate_markups', {
    version,
    key: 'site',
    label: 'Site overhead',
    category: 'site_overhead',
    value: '8',
  })
  await place.make('estimate_markups', {
    version,
    key: 'profit',
    label: 'Risk and profit',
    category: 'profit',
    value: '5.5',
    basis_types: ['labour', 'material', 'equipment', 'subcontract', 'other'],
    basis_keys: 'site',
  })
  return { estimate, version }
}

interface Line {
  title: string
  unit?: string
  quantity?: string
  unit_rate?: string
  item_type?: string
  resources?: Record<string, unknown>[]
}

const sections: readonly [string, readonly Line[]][] = [
  [
    'Earthworks',
    [
      { title: 'Strip topsoil, 30 cm', unit: 'm3', quantity: '84.5', unit_rate: '12.40' },
      {
        title: 'Dig foundation trenches',
        unit: 'm3',
        quantity: '38.25',
        resources: [
          { name: 'Excavator operator', type: 'labour', unit: 'h', qty_per_unit: '0.22', price: '52.00' },
          { name: 'Excavator 8 t', type: 'equipment', unit: 'h', qty_per_unit: '0.22', price: '46.50' },
        ],
      },
    ],
  ],
  [
    'Shell',
    [
      {
        title: 'Concrete C25/30 in strip foundations',
        unit: 'm3',
        quantity: '27.4',
        resources: [
          { name: 'Concreter', type: 'labour', unit: 'h', qty_per_unit: '0.9', price: '49.80' },
          {
            name: 'Ready-mix concrete C25/30',
            type: 'material',
            unit: 'm3',
            qty_per_unit: '1',
            waste_pct: '3',
            price: '118.00',
          },
        ],
      },
      { title: 'Brick wall, 36.5 cm', unit: 'm2', quantity: '212', unit_rate: '138.90' },
      {
        title: 'Roller shutter boxes',
        unit: 'pcs',
        quantity: '11',
        unit_rate: '164.00',
        item_type: 'optional_without_total',
      },
      { title: 'Lintels', unit: 'm', quantity: '31.5' },
    ],
  ],
  ['Roof', [{ title: 'Roof truss, solid timber', unit: 'm3', quantity: '9.8', unit_rate: '895.00' }]],
]
