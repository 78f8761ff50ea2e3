import type { Where } from '#contracts/query.ts'
import type { FieldDescription } from '#contracts/model-description.ts'
import { asOffered, choiceOf, choicesFor, toCondition, type Choice } from './condition.ts'

/** Conditions while they are written: a line may still miss its field or value. */
export interface GroupDraft {
  kind: 'group'
  id: number
  join: 'and' | 'or'
  negated: boolean
  parts: (GroupDraft | LineDraft)[]
}

export interface LineDraft {
  kind: 'line'
  id: number
  field: string | null
  choice: Choice | null
  value: unknown
}

let lastId = 0
const nextId = (): number => (lastId += 1)

export const newLine = (): LineDraft => ({
  kind: 'line',
  id: nextId(),
  field: null,
  choice: null,
  value: null,
})
export const newGroup = (join: 'and' | 'or'): GroupDraft => ({
  kind: 'group',
  id: nextId(),
  join,
  negated: false,
  parts: [newLine()],
})

/** A condition to write on: always a group at the top, with at least one line. */
export function toDraft(where: Where | null, fields: readonly FieldDescription[]): GroupDraft {
  const draft = where === null ? null : part(where, fields)
  if (draft?.kind === 'group') return draft
  return { kind: 'group', id: nextId(), join: 'and', negated: false, parts: [draft ?? newLine()] }
}

/** What was written, without the lines that are not finished; null when nothing is left. */
export function fromDraft(group: GroupDraft): Where | null {
  const parts = group.parts
    .map((one) =>
      one.kind === 'group'
        ? fromDraft(one)
        : one.field && one.choice
          ? toCondition(one.field, one.choice, one.value)
          : null,
    )
    .filter((one) => one !== null)
  if (parts.length === 0) return null
  const inner: Where =
    parts.length === 1 && parts[0] ? parts[0] : group.join === 'and' ? { and: parts } : { or: parts }
  return group.negated ? { not: inner } : inner
}

function part(where: Where, fields: readonly FieldDescription[]): GroupDraft | LineDraft {
  if ('and' in where || 'or' in where) {
    const join = 'and' in where ? 'and' : 'or'
    const parts = ('and' in where ? where.and : where.or).map((one) => part(one, fields))
    return { kind: 'group', id: nextId(), join, negated: false, parts }
  }
  if ('not' in where) return { ...toDraft(where.not, fields), negated: true }
  const field = fields.find(({ key }) => key === where.field)
  const offered = field ? asOffered(where, field) : { choice: choiceOf(where), value: where.value ?? null }
  return { kind: 'line', id: nextId(), field: where.field, ...offered }
}

/** What a condition begins with: where its value may be worked out, what takes such a value comes first. */
export function firstChoice(field: FieldDescription, takes: (choice: Choice) => boolean): Choice | null {
  const choices = choicesFor(field)
  return choices.find(takes) ?? choices[0] ?? null
}
