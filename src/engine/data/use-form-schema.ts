import type { FormDescription } from '#contracts/api/forms.ts'
import { useApi } from '../engine-context.tsx'
import { useAnswer, type Answer } from './use-answer.ts'
import { metadataFreshFor } from './use-model.ts'

/**
 * The form of a model's records as this person may fill it in: JSON Schema, its arrangement, and the address of the
 * compiled validator. Null asks nothing.
 */
export function useFormSchema(model: string | null, archetypeId?: string | null): Answer<FormDescription> {
  const api = useApi()
  return useAnswer(
    ['form', model, archetypeId ?? null],
    () =>
      api.call('GET /api/models/{key}/form', {
        params: { key: model ?? '' },
        search: archetypeId ? { archetype_id: archetypeId } : {},
      }),
    { enabled: model !== null, freshFor: metadataFreshFor },
  )
}
