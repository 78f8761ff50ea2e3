import { must } from '#base/assert.ts'
import type { ModelInfo, Workspace } from '../models/workspace.ts'
import type { Computed, ComputedInput } from './computed.ts'

/** Computed fields of one model that are worked out together, in order; everything they need comes before. */
export interface Stage {
  model: ModelInfo
  fields: readonly Computed[]
}

/** What one computed field reads of other records. */
export interface Dependent {
  computed: Computed
  input: ComputedInput
}

/** In which order the computed fields of a workspace are worked out, and what depends on what. */
export interface FormulaPlan {
  stages: readonly Stage[]
  /** By model, in an order in which each only needs those before it. */
  byModel: ReadonlyMap<string, readonly Computed[]>
  /** By model and field: what reads it from another record. */
  dependents: ReadonlyMap<string, ReadonlyMap<string, readonly Dependent[]>>
}

const plans = new WeakMap<Workspace, FormulaPlan>()

/** The plan of a workspace, made once a release. */
export function formulaPlan(workspace: Workspace): FormulaPlan {
  let plan = plans.get(workspace)
  if (!plan) plans.set(workspace, (plan = makePlan(workspace)))
  return plan
}

const place = (model: string, key: string): string => `${model}.${key}`

/** The model whose field an input ends at. */
export const endModel = ({ model }: Computed, { steps }: ComputedInput): string => steps.at(-1)?.to ?? model

function makePlan(workspace: Workspace): FormulaPlan {
  const all = [...workspace.modelsById.values()].flatMap((model) =>
    [...model.fields.values()].flatMap(({ computed }) => (computed ? [computed] : [])),
  )
  const stages: Stage[] = []
  const waiting = new Map(all.map((computed) => [place(computed.model, computed.key), computed]))
  while (waiting.size > 0) {
    const stage = nextStage(waiting)
    for (const { model, key } of stage) waiting.delete(place(model, key))
    stages.push({ model: must(workspace.models.get(must(stage[0]).model)), fields: stage })
  }
  const byModel = new Map<string, Computed[]>()
  for (const { model, fields } of stages)
    byModel.set(model.key, [...(byModel.get(model.key) ?? []), ...fields])
  return { stages, byModel, dependents: dependentsOf(all) }
}

/** The model of which most can be worked out now, and all of it that can: fewer stages are fewer statements. */
function nextStage(waiting: ReadonlyMap<string, Computed>): Computed[] {
  let best: Computed[] = []
  for (const model of new Set([...waiting.values()].map((computed) => computed.model))) {
    const ready: Computed[] = []
    const names = new Set<string>()
    for (let before = -1; before < ready.length;) {
      before = ready.length
      for (const [name, computed] of waiting) {
        if (computed.model !== model || names.has(name)) continue
        const blocked = computed.reads.some((input) => {
          const needed = place(endModel(computed, input), input.key)
          return waiting.has(needed) && !(input.steps.length === 0 && names.has(needed))
        })
        if (blocked) continue
        names.add(name)
        ready.push(computed)
      }
    }
    if (ready.length > best.length) best = ready
  }
  return best.length > 0 ? best : [must([...waiting.values()][0])]
}

function dependentsOf(all: readonly Computed[]): Map<string, Map<string, Dependent[]>> {
  const dependents = new Map<string, Map<string, Dependent[]>>()
  for (const computed of all) {
    for (const input of computed.reads) {
      if (input.steps.length === 0) continue
      const model = endModel(computed, input)
      const keys = dependents.get(model) ?? new Map<string, Dependent[]>()
      dependents.set(model, keys)
      keys.set(input.key, [...(keys.get(input.key) ?? []), { computed, input }])
    }
  }
  return dependents
}
