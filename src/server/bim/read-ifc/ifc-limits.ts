/** How much one reading may take. */
export interface IfcLimits {
  /** Of the file, unpacked. */
  bytes: number
  /**
   * Of the processes of one reading, all they hold together. Those that wait for a file come on top: about 240 MB each, up
   * to five minutes, also the one for triangles where nobody asks for any.
   */
  memoryMegabytes: number
  /**
   * Of the file, unpacked: up to here lines and triangles are read beside each other, in half of the memory each, and one
   * after the other only when that is not enough.
   */
  bytesBeside: number
  seconds: number
  /** How many times larger than packed an archive may become. */
  ratio: number
  /** Triangles of different shapes that are kept for the picture; what is beyond is measured, but not shown. */
  triangles: number
}

// The parser of the triangles addresses 4 GB and needs about six times the file; measured: 33.7 MB, 330 MB held for the
// lines and as much for the triangles.
export const usualLimits: IfcLimits = {
  bytes: 500_000_000,
  memoryMegabytes: 3_500,
  bytesBeside: 100_000_000,
  seconds: 900,
  ratio: 100,
  triangles: 10_000_000,
}
