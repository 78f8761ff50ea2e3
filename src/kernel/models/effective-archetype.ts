import { archetypeFields, type Archetype } from '#contracts/archetype.ts'
import type { Field } from '#contracts/field.ts'
import type { ModelInfo, Workspace } from './workspace.ts'

export interface EffectiveArchetype {
  archetype: Archetype | null
  source: 'object' | 'default' | 'none'
}

/** The archetype a record follows: its own, else its model's default (E-07). One that is gone counts as none. */
export function effectiveArchetype(
  workspace: Workspace,
  model: ModelInfo,
  archetypeId: string | null,
): EffectiveArchetype {
  const own = archetypeId === null ? undefined : workspace.archetypes.get(archetypeId)
  if (own) return { archetype: own, source: 'object' }
  const standard =
    model.defaultArchetypeId === null ? undefined : workspace.archetypes.get(model.defaultArchetypeId)
  return standard ? { archetype: standard, source: 'default' } : { archetype: null, source: 'none' }
}

const fieldsOf = new WeakMap<ModelInfo, WeakMap<Archetype | ModelInfo, readonly Field[]>>()

/** The fields a record has: its model's own, then its archetype's where the key is not taken. The same list every time. */
export function effectiveFields(model: ModelInfo, archetype: Archetype | null): readonly Field[] {
  let known = fieldsOf.get(model)
  if (!known) fieldsOf.set(model, (known = new WeakMap()))
  const key = archetype ?? model
  let fields = known.get(key)
  if (!fields) known.set(key, (fields = findFields(model, archetype)))
  return fields
}

function findFields(model: ModelInfo, archetype: Archetype | null): Field[] {
  const own = (model.source?.schema?.fields ?? []).flatMap(({ key }) => model.fields.get(key)?.field ?? [])
  const fields = new Map(own.map((field) => [field.key, field]))
  for (const field of archetypeFields(archetype?.schema ?? null))
    if (!fields.has(field.key)) fields.set(field.key, field)
  return [...fields.values()]
}
