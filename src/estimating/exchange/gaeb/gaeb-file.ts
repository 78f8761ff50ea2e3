import type { EstimateDocument } from '../../estimate-document.ts'
import { fixedText, isZero, parseFixed, subtractFixed } from '../../fixed.ts'
import { rollUpEstimate } from '../../roll-up-estimate.ts'
import { roundingSentence } from '../../rounding-policy.ts'
import { billToEstimate } from './bill-to-estimate.ts'
import type { LineGroups } from '../line-groups.ts'
import { estimateToBill, type GaebPhase } from './estimate-to-bill.ts'
import { writeGaeb, type GaebMeta } from './write-gaeb.ts'

interface Asked extends GaebMeta {
  phase: GaebPhase
  name: string
  project: string | null
  hiddenMarkups: ReadonlySet<string>
  /** Where lines belong. */
  groups?: LineGroups | null
}

/**
 * A version as a GAEB file. Its sums are reckoned from what is in the file, so that whoever reads it comes to the same cent;
 * the notes say by how much that is not what the version comes to, and why it may be. The file tells of the version's rounding, too.
 * @example gaebFile(document, asked).text
 */
export function gaebFile(document: EstimateDocument, asked: Asked): { text: string; notes: string[] } {
  const { bill, notes } = estimateToBill(document, asked)
  const inFile = rollUpEstimate(billToEstimate(bill).document)
  const difference = subtractFixed(parseFixed(inFile.net), parseFixed(rollUpEstimate(document).net))
  if (asked.phase !== '83' && !isZero(difference))
    notes.push(
      `The file comes to ${inFile.net} net, the version to ${rollUpEstimate(document).net}: ${fixedText(difference)}. ${reasons[asked.phase]}`,
    )
  const told = [roundingSentence(document.rounding, 'en'), ...(asked.notes ?? []), ...notes]
  return { text: writeGaeb(bill, inFile, { ...asked, notes: told }), notes }
}

const reasons = {
  '84': 'GAEB counts base items and optional ones with total, and rounds prices that hold markups.',
  '86': 'GAEB rounds prices that hold markups.',
}
