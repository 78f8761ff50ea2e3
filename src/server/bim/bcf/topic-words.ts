/** What a view says of how far it is, and how much it matters. */
export type ViewStatus = 'open' | 'in_progress' | 'done'

const settled = /^(closed|resolved|done|fixed|erledigt|geschlossen|gelöst)$/i
const begun = /^(in[ _-]?progress|in work|active|ongoing|assigned|in (bearbeitung|arbeit)|aktiv)$/i

/** How far a topic is, by the word of its file; an unknown one is open. */
export const statusOf = (word: string): ViewStatus =>
  settled.test(word.trim()) ? 'done' : begun.test(word.trim()) ? 'in_progress' : 'open'

const priorities: readonly (readonly [string, RegExp])[] = [
  ['critical', /^(critical|urgent|blocker|very high|kritisch|dringend|sehr hoch)$/i],
  ['high', /^(high|major|hoch)$/i],
  ['normal', /^(normal|medium|moderate|mittel)$/i],
  ['low', /^(low|minor|trivial|niedrig|gering)$/i],
]

/** How much a topic matters, by the word of its file; null for a word that is not known. */
export const priorityOf = (word: string | null): string | null =>
  priorities.find(([, words]) => words.test(word?.trim() ?? ''))?.[0] ?? null

const statusWords: Readonly<Record<string, string>> = {
  done: 'Closed',
  in_progress: 'In Progress',
  open: 'Open',
}
const priorityWords: Readonly<Record<string, string>> = {
  critical: 'Critical',
  high: 'High',
  normal: 'Normal',
  low: 'Low',
}

/** The word for a status in a file: the one it came with, as long as it still means the same. */
export const wordOfStatus = (status: string | null, before: string | null): string =>
  before !== null && statusOf(before) === (status ?? 'open') ? before : (statusWords[status ?? ''] ?? 'Open')

/** As `wordOfStatus`, for a priority. */
export const wordOfPriority = (priority: string | null, before: string | null): string | null =>
  before !== null && priorityOf(before) === priority ? before : (priorityWords[priority ?? ''] ?? null)
