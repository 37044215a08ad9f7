"""The commands of `junta`, one file each; `service.cli` names them."""
