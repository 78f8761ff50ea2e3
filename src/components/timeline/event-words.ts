import type { FieldDescription } from '#contracts/model-description.ts'
import type { EventView } from '#contracts/object.ts'
import type { Translate } from '#ui/translate.ts'
import { wordsOfKey } from '../field/words-of-key.ts'

const verbs: Record<EventView['kind'], string> = {
  created: '{{name}} created this',
  updated: '{{name}} changed',
  deleted: '{{name}} deleted this',
  restored: '{{name}} brought this back',
  purged: '{{name}} removed this for good',
  shared: '{{name}} shared this publicly',
  unshared: '{{name}} took a public link back',
}

/** The sign of what happened. */
export const eventIcons: Record<EventView['kind'], string> = {
  created: 'plus',
  updated: 'pencil',
  deleted: 'trash',
  restored: 'undo',
  purged: 'trash',
  shared: 'share',
  unshared: 'x',
}

/** Who did what. What nobody wrote says where it comes from; whoever caused it stands beside it all the same. */
export function eventWords(event: EventView, t: Translate): string {
  const person = event.actor?.name ?? t('Somebody')
  const name = event.via === undefined ? person : viaWords(event, person, event.via, t)
  if (!event.cause) return t(verbs[event.kind], { name })
  return 'definition' in event.cause
    ? t('Worked out after {{name}} changed a formula', { name })
    : t('Worked out after {{name}} changed a related record', { name })
}

const viaWords = (event: EventView, name: string, via: string, t: Translate): string =>
  event.workflow_run_id === undefined
    ? t('{{name}} (by {{token}})', { name, token: via })
    : t('{{name}} (by the workflow “{{workflow}}”)', { name, workflow: via })

/** Whether a record was there right after this, so that it can be looked at as it was then. */
export const leavesVersion = ({ kind }: EventView): boolean => versioned.has(kind)

const versioned: ReadonlySet<EventView['kind']> = new Set(['created', 'updated', 'restored'])

/** The fields an event touched, in the order of the model; one that is gone keeps its key as its name. */
export function touchedFields(event: EventView, fields: readonly FieldDescription[]): FieldDescription[] {
  const keys = new Set([...Object.keys(event.before ?? {}), ...Object.keys(event.after ?? {})])
  const known = fields.filter(({ key }) => keys.has(key))
  const named = new Set(known.map(({ key }) => key))
  return [...known, ...[...keys].filter((key) => !named.has(key)).map((key) => keyField(key))]
}

/** A key that no field describes, with its words for a label: `role_key` → `Role key`. */
export const keyField = (key: string, type: FieldDescription['type'] = 'text'): FieldDescription => ({
  key,
  label: wordsOfKey(key),
  type,
  required: false,
  read_only: true,
  operators: [],
  sortable: false,
  groupable: false,
  aggregates: [],
})
