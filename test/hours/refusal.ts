/** Why a test is left out at odd hours: in the error of whatever would have started a program. */
export const REFUSED = 'this run starts no programs';
