import { EstimateWorksheet, type LineEdits, type WorksheetAnswer } from '#estimating/worksheet.ts'
import type { WorksheetForm } from '#estimating/worksheet-form.ts'

/** What the worker is asked. `open` has the answer of `estimate.worksheet` as it came; `keep` is stored from now on. */
export type SheetQuestion =
  | { open: string }
  | { serial: number; keep: LineEdits; edits: LineEdits; numbers: Readonly<Record<string, string>> }

/** What it answers: an estimate was opened, or sums; null where somebody may not read all of it. */
export type SheetReply =
  | { opened: boolean; version: WorksheetAnswer['version'] | null }
  | ({ serial: number } & WorksheetAnswer)

/** Answers questions about one estimate, each with what came before; a thread of its own or a test calls it. */
export function answerSheets(): (question: SheetQuestion) => SheetReply {
  let sheet: EstimateWorksheet | null = null
  return (question) => {
    if ('open' in question) {
      const { result } = JSON.parse(question.open) as { result: { form: WorksheetForm | null } }
      sheet = result.form && new EstimateWorksheet(result.form)
      return { opened: sheet !== null, version: sheet?.show({}).version ?? null }
    }
    const { serial, keep, edits, numbers } = question
    if (!sheet) return { serial, rows: {}, version: {}, unknown: Object.keys(edits) }
    sheet.keep(keep)
    const answer = sheet.show(edits)
    const moved = Object.entries(numbers).flatMap(([id, number]) => (sheet?.isAt(id, number) ? [] : [id]))
    return { serial, ...answer, unknown: [...new Set([...answer.unknown, ...moved])] }
  }
}
