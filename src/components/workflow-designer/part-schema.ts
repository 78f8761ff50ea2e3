/** One thing a part takes, as its JSON Schema says: what it is called and how it is asked for. */
export interface PartProp {
  name: string
  title: string
  help: string | null
  control: string
  /** What may be chosen, of a fixed list or several of it. */
  choices: readonly string[]
  nullable: boolean
}

interface Schema {
  title?: string
  description?: string
  control?: string
  type?: string
  enum?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
}

/** What every step has is asked for apart; what holds steps is drawn as steps. */
const apart = new Set(['kind', 'on', 'id', 'title', 'when', 'retries', 'yes', 'no', 'steps', 'sort'])

/** What a part takes, in the order of its contract. */
export function propsOf(schema: Readonly<Record<string, unknown>>): PartProp[] {
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>
  return Object.entries(properties).flatMap(([name, prop]) => {
    if (apart.has(name)) return []
    const choices = prop.enum ?? prop.items?.enum ?? []
    return {
      name,
      title: prop.title ?? name,
      help: prop.description ?? null,
      control: prop.control ?? usual(prop, choices),
      choices,
      nullable: prop.anyOf?.some(({ type }) => type === 'null') ?? false,
    }
  })
}

function usual(prop: Schema, choices: readonly string[]): string {
  if (prop.type === 'array' && choices.length > 0) return 'choices'
  if (choices.length > 0) return 'choice'
  if (prop.type === 'integer' || prop.type === 'number') return 'number'
  return prop.type === 'boolean' ? 'boolean' : 'line'
}
