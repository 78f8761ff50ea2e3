import { useMemo } from 'react'
import { canonicalJson, type Json } from '#base/json.ts'
import { useApi } from '#engine/engine-context.tsx'
import { useAnswer, type Answer } from '#engine/data/use-answer.ts'

/** A command that works something out and changes nothing. */
export interface CommandQuestion {
  command: string
  input: Record<string, Json>
  /** Models its answer is made of: asked again when one of their records changes. */
  models: readonly string[]
}

/** What a command answers, kept current like a question: `useCommandAnswer({ command: 'progress.projects', … })`. */
export function useCommandAnswer(question: CommandQuestion | null): Answer<Json> {
  const api = useApi()
  const text = question && canonicalJson({ ...question, models: [...question.models] })
  const what = useMemo(() => {
    if (text === null) return ['command', null]
    const { models, command, input } = JSON.parse(text) as CommandQuestion
    return ['command', models, command, input]
  }, [text])
  return useAnswer(
    what,
    async () => {
      if (!question) throw new Error('no command')
      const { command: name, input } = question
      return (await api.call('POST /api/commands/{name}', { params: { name }, body: input })).result
    },
    { enabled: question !== null, keep: true },
  )
}
