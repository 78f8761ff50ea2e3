/** How much one reading may take. */
export interface IfcLimits {
  /** Of the file, unpacked. */
  bytes: number
  /** Of the reading process, all it holds. */
  memoryMegabytes: number
  seconds: number
  /** How many times larger than packed an archive may become. */
  ratio: number
  /** Triangles of different shapes that are kept for the picture; what is beyond is measured, but not shown. */
  triangles: number
}

// The parser addresses 4 GB and needs about six times the file; measured: 33.7 MB, 320 MB held with all meshes.
export const usualLimits: IfcLimits = {
  bytes: 500_000_000,
  memoryMegabytes: 3_500,
  seconds: 900,
  ratio: 100,
  triangles: 10_000_000,
}
