/** Stands before the form: one that is sent before its scripts run keeps what was typed, and waits for them. */
export const earlySubmitScript = `addEventListener("submit",(event)=>{const {dataset}=event.target;if("early" in dataset&&dataset.early!=="over"){event.preventDefault();dataset.early="sent"}},true)`;
