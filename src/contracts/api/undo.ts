import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'

/** Something this person did that can be taken back, or done again, told for a sentence about it. */
export interface UndoStep {
  /** The request that did it. */
  id: string
  at: string
  kind: 'created' | 'updated' | 'deleted' | 'restored' | 'several' | 'imported'
  /** The model of all of its records, when they are of one. */
  model: { key: string; label: string } | null
  count: number
  /** The record's title, when it is one and this reader may read it. */
  title: string | null
  /** Labels of the fields it changed, as far as this reader may read them. */
  fields: string[]
  /** Which of these labels the workspace chose itself: they are shown as they are written in every language. */
  own_words?: string[]
  /** In words, in English: `Changed Status of “Beam 12”`. */
  text: string
}

export interface UndoState {
  undo: UndoStep | null
  redo: UndoStep | null
}

/** One thing that was left as it is. `changed`: somebody else changed it since. */
export interface UndoRefusal {
  model: string
  id: string
  title: string | null
  /** The field's key; null when it is about the whole record. */
  field: string | null
  label: string | null
  /** Says the label again when the workspace chose it itself. */
  own_words?: string[]
  reason: 'changed' | 'gone' | 'forbidden' | 'in_use' | 'invalid'
  /** What it would have become, what it was made, what it is now; absent where the reader may not read it. */
  base?: unknown
  mine?: unknown
  theirs?: unknown
}

export interface UndoOutcome extends UndoState {
  step: UndoStep
  /** Models whose records changed. */
  models: string[]
  /** How many records were put back. */
  applied: number
  refused: UndoRefusal[]
}

/** `step` names one step; without it the last one is meant. 404 when there is none. */
const body = z.strictObject({ step: z.string().max(100).optional() }).optional()

export const readUndo = defineEndpoint({
  method: 'GET',
  path: '/api/undo',
  summary: 'What the next undo and redo of this person would be',
  access: 'tenant',
  answer: z.custom<UndoState>(),
})

export const undoStep = defineEndpoint({
  method: 'POST',
  path: '/api/undo',
  summary: 'Take back what this person did last, as far as nobody changed it since',
  access: 'tenant',
  body,
  answer: z.custom<UndoOutcome>(),
  errors: ['not_found'],
})

export const redoStep = defineEndpoint({
  method: 'POST',
  path: '/api/redo',
  summary: 'Do again what this person took back last',
  access: 'tenant',
  body,
  answer: z.custom<UndoOutcome>(),
  errors: ['not_found'],
})
