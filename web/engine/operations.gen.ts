export interface Operations {}
