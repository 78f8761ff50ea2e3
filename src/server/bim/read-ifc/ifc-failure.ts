/** What is said of each reason; the options of `bim_model_versions.reason` are these, so that each reader gets them in words. */
export const ifcFailureTexts = {
  not_ifc: 'This is not an IFC file.',
  unsupported_schema: 'Only IFC2X3, IFC4 and IFC4X3 files can be read.',
  truncated: 'The file ends in the middle: it was not written or uploaded completely.',
  too_large: 'The file is larger than what can be read.',
  bomb: 'The archive unpacks to far more than a model can hold, or holds no single IFC file.',
  too_much_memory: 'The file needs more memory than there is for reading it.',
  too_long: 'Reading the file takes too long.',
  unreadable: 'The file could not be read. It may be damaged.',
} as const

export type IfcFailureCode = keyof typeof ifcFailureTexts

const isCode = (code: string): code is IfcFailureCode => Object.hasOwn(ifcFailureTexts, code)

/** Why a file could not be read, in a code for programs and a sentence for people. */
export class IfcFailure extends Error {
  readonly code: IfcFailureCode

  constructor(code: IfcFailureCode, cause?: unknown) {
    super(ifcFailureTexts[code], { cause })
    this.name = 'IfcFailure'
    this.code = code
  }
}

/** The failure a reader told of by its code. */
export const failureOf = (code: string, cause: string): IfcFailure =>
  new IfcFailure(isCode(code) ? code : 'unreadable', cause)
