import { isJsonObject } from '#base/json.ts'
import { actionStepJsonSchema, type ActionStep } from '#contracts/action.ts'
import { wholeSchema, type SchemaPlace } from '#engine/bindings/prop-schema.ts'
import { anyPlace, controlPlace } from './any-place.ts'
import { propsOf, type PropDescription } from './prop-kind.ts'

export type StepKind = ActionStep['do']

/** What a step does, in words, in the order they are offered. */
export const stepTitles: Record<StepKind, string> = {
  navigate: 'Go to a screen',
  open: 'Open beside or above',
  close: 'Close what is open',
  create: 'Create a record',
  save: 'Change a record',
  delete: 'Delete a record',
  run: 'Run a command',
  'set-state': 'Remember a value',
  refresh: 'Ask the data again',
  confirm: 'Ask first',
  toast: 'Say how it went',
  download: 'Download a file',
  copy: 'Copy text',
}

/** What a new step holds so that it is one. */
export const stepStarts: Record<StepKind, ActionStep> = {
  navigate: { do: 'navigate', to: '/' },
  open: { do: 'open', layout: '', as: 'drawer' },
  close: { do: 'close' },
  create: { do: 'create', model: '', values: {} },
  save: { do: 'save', model: '', id: { '=': 'params.id' }, values: {} },
  delete: { do: 'delete', model: '', id: { '=': 'event.id' } },
  run: { do: 'run', command: '', input: {} },
  'set-state': { do: 'set-state', key: '', value: '' },
  refresh: { do: 'refresh' },
  confirm: { do: 'confirm', title: 'Are you sure?' },
  toast: { do: 'toast', tone: 'success', text: 'Done' },
  download: { do: 'download', url: '' },
  copy: { do: 'copy', text: '' },
}

// What the contract calls a text is, here, one of something.
const placeOfKey: Record<string, SchemaPlace> = {
  model: controlPlace('model'),
  layout: controlPlace('layout'),
}

let forms: Map<StepKind, readonly PropDescription[]> | null = null

/** The values of a step, read from its contract; `do` and `when` have places of their own. */
export function formOfStep(kind: StepKind): readonly PropDescription[] {
  forms ??= readForms()
  return forms.get(kind) ?? []
}

function readForms(): Map<StepKind, readonly PropDescription[]> {
  const root = actionStepJsonSchema()
  const found = new Map<StepKind, readonly PropDescription[]>()
  const branches = root['oneOf'] ?? root['anyOf']
  for (const branch of Array.isArray(branches) ? (branches as unknown[]) : []) {
    if (!isJsonObject(branch)) continue
    const place = wholeSchema({ ...branch, $defs: root['$defs'] })
    const props = propsOf(place)
    const kind = props.find(({ name }) => name === 'do')?.place.branches[0]?.['const'] as StepKind
    const own = props.filter(({ name }) => name !== 'do' && name !== 'when')
    found.set(
      kind,
      own.map((prop) => ({
        ...prop,
        place: placeOfKey[prop.name] ?? (prop.place.branches.length > 0 ? prop.place : anyPlace),
      })),
    )
  }
  return found
}
